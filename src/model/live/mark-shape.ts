type Point = readonly [x: number, y: number];
/** Its corners, from -1 to 1. */
export type Outline = readonly (readonly Point[])[];

/**
 * Every mark a chart draws (LOOK-17): `style` is what a site's point style is stored as (SITE-1), with its
 * name; one without is for groups alone. The first eight differ at every size that has shapes.
 */
const marks: readonly { readonly style: string; readonly name: string | null; readonly outline: Outline }[] = [
  { style: 'circle', name: 'Circle', outline: [ring(1)] },
  {
    style: 'triangle',
    name: 'Triangle',
    outline: [
      [
        [0, -1],
        [1, 1],
        [-1, 1],
      ],
    ],
  },
  { style: 'rect', name: 'Square', outline: [box(1)] },
  { style: 'rectRot', name: 'Diamond', outline: [around([0, -1])] },
  { style: 'cross', name: 'Cross', outline: [around([0.34, -1], [0.34, -0.34], [1, -0.34])] },
  { style: 'star', name: 'Star', outline: [star()] },
  {
    style: 'triangleDown',
    name: null,
    outline: [
      [
        [-1, -1],
        [1, -1],
        [0, 1],
      ],
    ],
  },
  { style: 'crossRot', name: 'Diagonal cross', outline: [around([0, -0.48], [0.52, -1], [1, -0.52], [0.48, 0])] },
  { style: 'rectRounded', name: 'Rounded square', outline: [around([0.45, -1], [0.85, -0.85], [1, -0.45], [1, 0])] },
  { style: 'dash', name: 'Dash', outline: [bar(1, 0.3)] },
  { style: 'line', name: 'Line', outline: [bar(0.3, 1)] },
];

/** How many shapes there are, and how many of them groups without a style of their own take in turn. */
export const shapeCount = marks.length;
export const groupShapes = 8;

/** The point styles that a site may have, by what is stored and what it is called (SITE-1). */
export const pointStyles: readonly (readonly [id: string, name: string])[] = marks.flatMap(({ style, name }) =>
  name === null ? [] : [[style, name] as const],
);

/** The shape of a point style; a circle where none is known. */
export function shapeOf(pointStyle: string | null | undefined): number {
  return Math.max(
    0,
    marks.findIndex(({ style }) => style === pointStyle),
  );
}

/** A mark as an SVG path, around its middle. */
export function shapePath(shape: number, x: number, y: number, size: number): string {
  const place = (middle: number, at: number) => Math.round((middle + (at * size) / 2) * 100) / 100;
  return outlineOf(shape)
    .map((points) => `M${points.map(([dx, dy]) => `${place(x, dx)} ${place(y, dy)}`).join('L')}z`)
    .join('');
}

/** The corners of a mark, in outlines of which an odd number is around each place of it. */
export function outlineOf(shape: number): Outline {
  return marks[shape]!.outline;
}

function box(reach: number): Point[] {
  return around([reach, -reach]);
}

function bar(x: number, y: number): Point[] {
  return [
    [x, -y],
    [x, y],
    [-x, y],
    [-x, -y],
  ];
}

/** A circle, near enough at the size of a mark. */
function ring(reach: number): Point[] {
  return around(
    ...[0, 1, 2, 3].map((step): Point => [reach * Math.sin((step * Math.PI) / 8), -reach * Math.cos((step * Math.PI) / 8)]),
  );
}

/** Five points, as tall and as wide as its place. */
function star(): Point[] {
  return Array.from({ length: 10 }, (_, at): Point => {
    const reach = at % 2 === 0 ? 1.1 : 0.5;
    const turn = (at * Math.PI) / 5;
    return [within(reach * Math.sin(turn)), within(0.1 - reach * Math.cos(turn))];
  });
}

function within(place: number): number {
  return Math.max(-1, Math.min(1, place));
}

/** A quarter of an outline, and the same turned three times. */
function around(...quarter: readonly Point[]): Point[] {
  const turns = [quarter];
  for (let turn = 1; turn < 4; turn++) turns.push(turns.at(-1)!.map(([x, y]) => [-y, x]));
  return turns.flat();
}
