/** How the points of a site are drawn in charts, by what is stored and what it is called. */
export const pointStyles: readonly (readonly [id: string, name: string])[] = [
  ['circle', 'Circle'],
  ['rect', 'Square'],
  ['rectRounded', 'Rounded square'],
  ['rectRot', 'Diamond'],
  ['triangle', 'Triangle'],
  ['star', 'Star'],
  ['cross', 'Cross'],
  ['crossRot', 'Diagonal cross'],
  ['dash', 'Dash'],
  ['line', 'Line'],
];
