/** The parameters that the page sets for every chart: the selected mark and the scheme's colours. */
export const params = [
  { name: 'chosen', value: '' },
  { name: 'focus', value: '#000000' },
  { name: 'words', value: '#000000' },
];

/**
 * Settings of every chart. Vega adds no ARIA, because the page describes charts to screen readers (CHART-3).
 */
export const plain = { aria: false, view: { stroke: null } } as const;

/** Draws the ring around the mark that is hovered or reached by the keyboard. */
export const focusRing = {
  key: { field: 'key' },
  stroke: { condition: { test: 'datum.key === chosen', value: { expr: 'focus' } }, value: null },
  strokeWidth: { condition: { test: 'datum.key === chosen', value: 3 }, value: 0 },
} as const;

/**
 * Draws the ring in its own layer, which contains only the chosen mark, so that choosing a mark does not
 * redraw thousands. Do not use it for stacked bars: the single bar would start at zero.
 */
export const chosenBar = {
  transform: [{ filter: 'datum.key === chosen' }],
  mark: { type: 'bar' as const, fillOpacity: 0, strokeWidth: 3, stroke: { expr: 'focus' } },
};

/** A line for each category, with its name before it. */
export const namedRows = {
  field: 'category',
  type: 'nominal',
  scale: { paddingInner: 0.25, paddingOuter: 0.25 },
  axis: {
    title: null,
    domain: false,
    ticks: false,
    labelExpr: "scale('names', datum.value)",
    labelLimit: { expr: 'nameWidth' },
    labelColor: { expr: 'focus' },
  },
} as const;

/** Colours each series; the legend names as many as fit. */
export const seriesColour = {
  field: 'series',
  type: 'nominal',
  legend: {
    title: null,
    orient: 'bottom',
    symbolType: 'circle',
    labelExpr: "scale('names', datum.value)",
    labelLimit: 140,
    columnPadding: 16,
  },
} as const;
