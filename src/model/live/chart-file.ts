import { fileName } from '../files/file-name.ts';
import { contactsCsv } from './contact-csv.ts';
import type { ChartPicture } from './chart-picture.ts';
import { chartSvg } from './chart-svg.ts';
import type { LiveView } from './live-view.ts';

export type ChartFile = { readonly name: string; readonly mimeType: string; readonly parts: Iterable<string> };

/** The contacts that the picture shows, as a file of this product's dump CSV. */
export function csvFile(picture: ChartPicture, view: LiveView): ChartFile {
  const { range, receivers, times } = picture;
  const parts = contactsCsv(view.window, range, (series) => view.visible[series] === 1, receivers, times);
  return { name: chartFileName(picture, 'csv'), mimeType: 'text/csv;charset=utf-8', parts };
}

/** The picture as an SVG file. */
export function svgFile(picture: ChartPicture, view: LiveView): ChartFile {
  return { name: chartFileName(picture, 'svg'), mimeType: 'image/svg+xml', parts: chartSvg(picture, view) };
}

/** 'Lemhi River contacts 2026-05-01 140320.csv': the system and the end of what is shown, without what file names cannot hold. */
export function chartFileName({ title, range, times }: ChartPicture, ending: string): string {
  return fileName(`${title} contacts ${times.stamp(range.to)}.${ending}`);
}
