import type { TimeRange } from './contact-counts.ts';
import { legendTotal, mostLegendGroups } from './contact-text.ts';
import { countText } from '../text/number-text.ts';
import { type TimeText } from '../time/time-text.ts';
import { groupColour, groupLabel, groupShape } from './group-looks.ts';
import { type ReceiverLooks } from '../entities/receiver.ts';
import type { TimeLimit } from './live-settings.ts';
import type { Legend } from './live-view.ts';
import type { Scheme } from './palette.ts';
import { notReceivedText, type ReceptionGap } from './reception.ts';

/** Everything needed to draw the live chart as a picture (LIVE-13, LOOK-4). */
export type ChartPicture = {
  /** The system's name. */
  readonly title: string;
  /** The size of the chart with its axes, in pixels. */
  readonly chart: { readonly width: number; readonly height: number };
  readonly range: TimeRange;
  readonly span: TimeLimit;
  /** The label of the line at the right end. */
  readonly endLabel: string;
  readonly scheme: Scheme;
  readonly legend: Legend;
  readonly receivers: ReceiverLooks;
  readonly times: TimeText;
  /** The times whose contacts were not received. */
  readonly gaps: readonly ReceptionGap[];
};

/**
 * The look of exported pictures in both schemes of the console, because they go on paper and light pages
 * (LIVE-29).
 */
export const pictureLook = { scheme: 'light', chart: { width: 1_600, height: 720 } } as const;

/**
 * One line of text in the picture. It begins at (`x`, `y`) on its baseline, in pixels. In a legend entry, the
 * `swatch` (its mark) comes before the text.
 */
export type PictureText = {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly swatch: { readonly colour: string; readonly shape: number } | null;
};

/** The positions of everything around the chart, in pixels: a heading above, the legend in columns below. */
export type PictureLayout = {
  readonly width: number;
  readonly height: number;
  readonly chartTop: number;
  readonly texts: readonly PictureText[];
};

const margin = 16;
const headingHeight = 40;
const rowHeight = 22;
const columnWidth = 220;
/** The longest group name that fits into a column together with its count, in characters. */
const longestLabel = 22;

/** Computes the size of the picture and the positions of its texts. */
export function pictureLayout(picture: ChartPicture): PictureLayout {
  const { title, chart, range, scheme, legend, receivers, times, gaps } = picture;
  const columns = Math.max(1, Math.floor((chart.width - 2 * margin) / columnWidth));
  const legendTop = headingHeight + chart.height + margin;
  const groups = legend.groups.slice(0, mostLegendGroups).map((group, index): PictureText => ({
    x: margin + (index % columns) * columnWidth,
    y: legendTop + Math.floor(index / columns) * rowHeight,
    text: `${shortened(groupLabel(legend.groupBy, group.value, receivers))}  ${countText(group.count)}`,
    swatch: {
      colour: groupColour(legend.groupBy, group, receivers, scheme),
      shape: groupShape(legend.groupBy, group, receivers),
    },
  }));
  const totalTop = legendTop + Math.ceil(groups.length / columns) * rowHeight;
  const totals = [legendTotal(legend), notReceivedText(gaps, range, times)].filter((text) => text !== '');
  const heading = `${title} · ${times.stamp(range.from)} to ${times.clock(range.to)} ${times.zone(range.to)}`;
  return {
    width: chart.width,
    height: totalTop + totals.length * rowHeight,
    chartTop: headingHeight,
    texts: [
      { x: margin, y: 25, text: heading, swatch: null },
      ...groups,
      ...totals.map((text, index) => ({ x: margin, y: totalTop + index * rowHeight, text, swatch: null })),
    ],
  };
}

function shortened(label: string): string {
  return label.length <= longestLabel ? label : `${label.slice(0, longestLabel - 1)}…`;
}
