type Point = readonly [x: number, y: number];
/** The corners of a shape, from -1 to 1. It may consist of several closed lines. */
export type Outline = readonly (readonly Point[])[];

/**
 * Every mark of the charts (LOOK-17). `style` is the stored point style of a site (SITE-1). A mark without a
 * `name` is only for groups; no site can have it. The first eight differ at every size at which shapes are
 * drawn.
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

/** The number of shapes. Groups without a style of their own use the first `groupShapes` of them in turn. */
export const shapeCount = marks.length;
export const groupShapes = 8;

/** The point styles that a site may have, each as stored and as shown (SITE-1). */
export const pointStyles: readonly (readonly [id: string, name: string])[] = marks.flatMap(({ style, name }) =>
  name === null ? [] : [[style, name] as const],
);

/** Returns the shape of a point style; a circle if the style is unknown. */
export function shapeOf(pointStyle: string | null | undefined): number {
  return Math.max(
    0,
    marks.findIndex(({ style }) => style === pointStyle),
  );
}

/** Returns a mark as an SVG path with its middle at (`x`, `y`). */
export function shapePath(shape: number, x: number, y: number, size: number): string {
  const place = (middle: number, at: number) => Math.round((middle + (at * size) / 2) * 100) / 100;
  return outlineOf(shape)
    .map((points) => `M${points.map(([dx, dy]) => `${place(x, dx)} ${place(y, dy)}`).join('L')}z`)
    .join('');
}

/** Returns the outlines of a shape. A point is inside if it lies within an odd number of them. */
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

/** Returns corners that look like a circle at the size of a mark. */
function ring(reach: number): Point[] {
  return around(
    ...[0, 1, 2, 3].map((step): Point => [reach * Math.sin((step * Math.PI) / 8), -reach * Math.cos((step * Math.PI) / 8)]),
  );
}

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

/** Returns the outline that consists of one quarter and its turns by 90°, 180° and 270°. */
function around(...quarter: readonly Point[]): Point[] {
  const turns = [quarter];
  for (let turn = 1; turn < 4; turn++) turns.push(turns.at(-1)!.map(([x, y]) => [-y, x]));
  return turns.flat();
}
