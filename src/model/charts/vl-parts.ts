/** What the page sets of every chart: the mark that is ringed, and colours of the scheme. */
export const params = [
  { name: 'chosen', value: '' },
  { name: 'focus', value: '#000000' },
  { name: 'words', value: '#000000' },
];

/** What reads a chart aloud is the page's (CHART-3). */
export const plain = { aria: false, view: { stroke: null } } as const;

/** The ring around the mark that is pointed at or reached by the keys. */
export const focusRing = {
  key: { field: 'key' },
  stroke: { condition: { test: 'datum.key === chosen', value: { expr: 'focus' } }, value: null },
  strokeWidth: { condition: { test: 'datum.key === chosen', value: 3 }, value: 0 },
} as const;

/**
 * The same ring as a layer of its own: of thousands of marks, which are drawn again by a filter of one. Not
 * for stacked bars, of which one alone would stand at the ground.
 */
export const chosenBar = {
  transform: [{ filter: 'datum.key === chosen' }],
  mark: { type: 'bar' as const, fillOpacity: 0, strokeWidth: 3, stroke: { expr: 'focus' } },
};

/** A line for each category, its name before it. */
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

/** Each series in its colour; the legend names as many as have room. */
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
