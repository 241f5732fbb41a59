import { useSelector } from '@xstate/react';
import type { RefObject } from 'react';
import type { FileExportRef } from '../../machines/file-export/file-export-machine.ts';
import { chartFileName, csvFile, svgFile } from '../../model/live/chart-file.ts';
import type { ChartPicture } from '../../model/live/chart-picture.ts';
import { type ChartFormat, ChartMenu } from '../charts/chart-menu.tsx';
import { chartPng } from '../charts/chart-png.ts';
import type { LiveChartHandle, ShownChart } from '../charts/live-chart.tsx';

/** What the menu has to know beside what the chart shows. */
type Setting = Pick<ChartPicture, 'title' | 'span' | 'scheme' | 'receivers' | 'times' | 'gaps'>;

/** Saves what the live chart shows (LIVE-13, LIVE-18). Pictures are of the chart alone: there is none while a table stands in its place. */
export function SaveMenu(props: {
  chart: RefObject<LiveChartHandle | null>;
  fileExport: FileExportRef;
  table: boolean;
  setting: Setting;
}) {
  const { chart, fileExport, setting } = props;
  const busy = useSelector(fileExport, (snapshot) => snapshot.hasTag('busy'));
  return (
    <ChartMenu
      busy={busy}
      disabled={props.table ? ['png', 'svg'] : []}
      onSave={(format) => {
        const shown = chart.current?.shown();
        if (shown) fileExport.send({ type: 'file.save', file: fileOf(format, shown, pictureOf(shown, setting)) });
      }}
      onCancel={() => fileExport.send({ type: 'file.cancel' })}
    />
  );
}

function pictureOf({ canvas, view, range, endLabel }: ShownChart, setting: Setting): ChartPicture {
  const chart = { width: canvas.clientWidth, height: canvas.clientHeight };
  return { ...setting, chart, range, endLabel, legend: view.legend() };
}

function fileOf(format: ChartFormat, { canvas, view }: ShownChart, picture: ChartPicture) {
  switch (format) {
    case 'csv':
      return csvFile(picture, view);
    case 'svg':
      return svgFile(picture, view);
    case 'png':
      return { name: chartFileName(picture, 'png'), mimeType: 'image/png', parts: [chartPng(picture, canvas)] };
  }
}
