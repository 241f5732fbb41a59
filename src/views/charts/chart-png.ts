import { type ChartPicture, pictureLayout } from '../../model/live/chart-picture.ts';
import { shapePath } from '../../model/live/mark-shape.ts';
import type { LiveView } from '../../model/live/live-view.ts';
import { chartColours } from '../../model/live/palette.ts';
import { LiveChartPainter } from './live-chart-painter.ts';

/**
 * Redraws the live chart as a PNG picture, with the heading and the legend around it. Rejects if the browser
 * cannot make a picture of this size.
 */
export function chartPng(picture: ChartPicture, view: LiveView): Promise<Blob> {
  const { width, height, chartTop, texts } = pictureLayout(picture);
  const chart = document.createElement('canvas');
  const scene = { ...picture, shown: picture.legend.shown, pointed: null };
  new LiveChartPainter(chart, view).draw(scene, picture.range.to, { ...picture.chart, unit: 1 }, null, Infinity);
  const colours = chartColours[picture.scheme];
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser gives no 2d canvas');
  context.fillStyle = colours.plot;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(chart, 0, chartTop);
  context.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  for (const { x, y, text, swatch } of texts) {
    if (swatch !== null) {
      context.fillStyle = swatch.colour;
      context.fill(new Path2D(shapePath(swatch.shape, x + 6, y - 4, 12)));
    }
    context.fillStyle = colours.text;
    context.fillText(text, swatch === null ? x : x + 20, y);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('Could not make the picture'))), 'image/png');
  });
}
