import { shapeOf } from '../../model/live/mark-shape.ts';
import { Mark } from './mark.tsx';
import { useOwnColour } from './use-own-colour.ts';

type Props = {
  color: string | undefined;
  of: 'receiver' | 'site' | 'layer';
  /** Of the site, or of the site where the receiver is; a circle where there is none. */
  pointStyle?: string | null | undefined;
};

/**
 * The colour of a thing beside its name, in the point style that charts draw it in (LOOK-39). A layer's is
 * square, and as the map draws it.
 */
export function Swatch({ color, of, pointStyle }: Props) {
  const own = useOwnColour(color);
  return of === 'layer' ? (
    <Mark of={of} shape={shapeOf('rect')} colour={color} />
  ) : (
    <Mark of={of} shape={shapeOf(pointStyle)} colour={own} />
  );
}
