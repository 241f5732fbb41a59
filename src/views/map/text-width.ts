import { pageFont } from '../../model/charts/page-font.ts';

/** The font of names on the map: that of the page. */
export const labelFont = `600 12px ${pageFont}`;

let ruler: CanvasRenderingContext2D | null | undefined;

/** Returns the drawn width of a name on the map, in pixels. */
export function textWidth(text: string): number {
  ruler ??= document.createElement('canvas').getContext('2d');
  if (ruler === null) return text.length * 7;
  ruler.font = labelFont;
  return Math.ceil(ruler.measureText(text).width);
}
