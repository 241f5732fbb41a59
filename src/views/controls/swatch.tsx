import { shapeOf } from '../../model/live/mark-shape.ts';
import { Mark } from './mark.tsx';
import { useOwnColour } from './use-own-colour.ts';

type Props = {
  color: string | undefined;
  of: 'receiver' | 'site' | 'layer';
  /** The point style of the site, or of the receiver's site; a circle if there is none. */
  pointStyle?: string | null | undefined;
};

/**
 * Shows the colour of a thing beside its name, in the point style of the charts (LOOK-39). The swatch of a
 * map layer is square, in the layer's colour on the map.
 */
export function Swatch({ color, of, pointStyle }: Props) {
  const own = useOwnColour(color);
  return of === 'layer' ? (
    <Mark of={of} shape={shapeOf('rect')} colour={color} />
  ) : (
    <Mark of={of} shape={shapeOf(pointStyle)} colour={own} />
  );
}
