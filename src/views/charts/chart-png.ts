import { type ChartPicture, pictureLayout } from '../../model/live/chart-picture.ts';
import { shapePath } from '../../model/live/mark-shape.ts';
import { chartColours } from '../../model/live/palette.ts';

/**
 * The live chart as a PNG picture: what its canvas shows, with the heading and the legend around it, as sharp
 * as the screen. Rejects when the browser has no room for it.
 */
export function chartPng(picture: ChartPicture, chart: HTMLCanvasElement): Promise<Blob> {
  const { width, height, chartTop, texts } = pictureLayout(picture);
  const unit = chart.width / picture.chart.width;
  const colours = chartColours[picture.scheme];
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * unit);
  canvas.height = Math.round(height * unit);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser gives no 2d canvas');
  context.fillStyle = colours.plot;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(chart, 0, Math.round(chartTop * unit));
  context.scale(unit, unit);
  context.font = `12px ${getComputedStyle(chart).fontFamily}`;
  for (const { x, y, text, swatch } of texts) {
    if (swatch !== null) {
      context.fillStyle = swatch.colour;
      context.fill(new Path2D(shapePath(swatch.shape, x + 6, y - 4, 12)));
    }
    context.fillStyle = colours.text;
    context.fillText(text, swatch === null ? x : x + 20, y);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made'))), 'image/png');
  });
}
