/** The font of names on the map: the page's own. */
export const labelFont = '600 12px "Source Sans Pro", "adobe-clean", system-ui, sans-serif';

let ruler: CanvasRenderingContext2D | null | undefined;

/** How wide a name is drawn on the map, in pixels. */
export function textWidth(text: string): number {
  ruler ??= document.createElement('canvas').getContext('2d');
  if (ruler === null) return text.length * 7;
  ruler.font = labelFont;
  return Math.ceil(ruler.measureText(text).width);
}
