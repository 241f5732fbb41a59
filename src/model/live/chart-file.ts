import { fileName } from '../text/file-name.ts';
import { contactsCsv } from './contact-csv.ts';
import type { ChartPicture } from './chart-picture.ts';
import { chartSvg } from './chart-svg.ts';
import type { LiveView } from './live-view.ts';

export type ChartFile = { readonly name: string; readonly mimeType: string; readonly parts: Iterable<string> };

/** The data of both files of the live chart: the picture and the table. */
type ShownContacts = Pick<ChartPicture, 'title' | 'range' | 'receivers' | 'times'>;

/** Returns the shown contacts as a file in the console's own CSV format for dumps. */
export function csvFile(shown: ShownContacts, view: LiveView): ChartFile {
  const { range, receivers, times } = shown;
  const parts = contactsCsv(view.window, range, (series) => view.visible[series] === 1, receivers, times);
  return { name: chartFileName(shown, 'csv'), mimeType: 'text/csv;charset=utf-8', parts };
}

export function svgFile(picture: ChartPicture, view: LiveView): ChartFile {
  return { name: chartFileName(picture, 'svg'), mimeType: 'image/svg+xml', parts: chartSvg(picture, view) };
}

/**
 * Names the file after the system and the end of the shown range: 'Lemhi River contacts 2026-05-01
 * 140320.csv'. Characters that file names cannot contain become hyphens.
 */
export function chartFileName({ title, range, times }: Pick<ShownContacts, 'title' | 'range' | 'times'>, ending: string): string {
  return fileName(`${title} contacts ${times.stamp(range.to)}.${ending}`);
}
