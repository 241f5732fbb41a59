import { useSelector } from '@xstate/react';
import type { RefObject } from 'react';
import type { FileExportRef, FileOrder } from '../../machines/file-export/file-export-machine.ts';
import {
  type LiveStreamRef,
  selectWhyNoCsv,
  selectWhyNoPicture,
  selectFigures,
  selectView,
} from '../../machines/live-stream/live-stream-machine.ts';
import { chartFileName, csvFile, svgFile } from '../../model/live/chart-file.ts';
import { type ChartPicture, pictureLook } from '../../model/live/chart-picture.ts';
import { legendOf } from '../../model/live/live-figures.ts';
import type { LiveView } from '../../model/live/live-view.ts';
import { type ChartFormat, ChartMenu } from '../charts/chart-menu.tsx';
import { chartPng } from '../charts/chart-png.ts';
import type { LiveChartHandle } from '../charts/live-chart.tsx';

/** What a picture needs besides the view. */
type Setting = Pick<ChartPicture, 'title' | 'span' | 'receivers' | 'times' | 'gaps'>;

type SavedFile = Extract<FileOrder, { file: unknown }>['file'];

type Props = {
  /** Null while a table replaces the chart, which then cannot be saved as a picture. */
  chart: RefObject<LiveChartHandle | null>;
  liveStream: LiveStreamRef;
  fileExport: FileExportRef;
  setting: Setting;
};

/**
 * Saves what the live stream shows (LIVE-13, LIVE-18): the contacts of the chart or of the table, and
 * pictures of the chart.
 */
export function SaveMenu({ chart, liveStream, fileExport, setting }: Props) {
  const busy = useSelector(fileExport, (snapshot) => snapshot.hasTag('busy'));
  const whyNoCsv = useSelector(liveStream, selectWhyNoCsv);
  const whyNoPicture = useSelector(liveStream, selectWhyNoPicture);
  const fileOf = (format: ChartFormat): SavedFile | null => {
    const snapshot = liveStream.getSnapshot();
    const view = selectView(snapshot);
    const shown = chart.current?.shown() ?? null;
    if (format === 'csv') return csvFile({ ...setting, range: shown?.range ?? selectFigures(snapshot).range }, view);
    if (shown === null) return null;
    const { range } = shown;
    const endLabel = setting.times.clock(range.to);
    const picture: ChartPicture = { ...setting, ...pictureLook, range, endLabel, legend: legendOf(view, range) };
    return format === 'svg' ? svgFile(picture, view) : pngFile(picture, view);
  };
  return (
    <ChartMenu
      busy={busy}
      whyNoCsv={whyNoCsv}
      whyNoPicture={whyNoPicture}
      onSave={(format, csv) => {
        const file = fileOf(format);
        if (file !== null) fileExport.send({ type: 'file.save', file, ...csv });
      }}
      onCancel={() => fileExport.send({ type: 'file.cancel' })}
    />
  );
}

function pngFile(picture: ChartPicture, view: LiveView): SavedFile {
  return { name: chartFileName(picture, 'png'), mimeType: 'image/png', parts: [chartPng(picture, view)] };
}
