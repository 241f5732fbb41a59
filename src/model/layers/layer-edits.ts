import { layerNameMaxLength, type LayerRow } from '../entities/map-layer.ts';
import { accepted, refused, type Result } from '../result.ts';
import { formatOfName, largeFileText } from './layer-text.ts';
import { LayerRefusal } from './layer-refusal.ts';

/** A file that a person chose. Its bytes are read only when it is sent. */
export type ChosenFile = { readonly name: string; readonly size: number; bytes(): Promise<Uint8Array<ArrayBuffer>> };

/** LAY-1: the values of a new layer. */
export type NewLayer = { name: string; color: string; file: ChosenFile };

/** LAY-1: an edit of a layer. `ids` are those of all layers, from bottom to top. */
export type LayerEdit = { layer: Pick<LayerRow, 'id' | 'name'> } & (
  | { action: 'rename'; name: string }
  | { action: 'recolour'; color: string }
  | { action: 'show'; shown: boolean }
  | { action: 'order'; ids: readonly number[] }
  | { action: 'delete' }
);

/** The messages for success, for a refusal without a text, and for no answer. */
export type LayerWords = { done: string; refused: string; unanswered: string };

export function addingWords({ name }: NewLayer): LayerWords {
  return wordsOf(`${name} is added`, `${name} could not be added`);
}

export function editWords(edit: LayerEdit): LayerWords {
  return wordsOf(doneText(edit), `${edit.layer.name} could not be changed`);
}

function wordsOf(done: string, refusal: string): LayerWords {
  return { done, refused: refusal, unanswered: `The host did not answer. Perhaps ${done}` };
}

function doneText(edit: LayerEdit): string {
  const { name } = edit.layer;
  switch (edit.action) {
    case 'rename':
      return `${name} is now called ${edit.name}`;
    case 'recolour':
      return `${name} has a new colour`;
    case 'show':
      return `${name} is ${edit.shown ? 'shown' : 'hidden'}`;
    case 'order':
      return `${name} moved`;
    case 'delete':
      return `${name} is deleted`;
  }
}

/** Returns all ids from bottom to top with one moved up (1) or down (-1); undefined if it cannot move. */
export function orderedWith(ids: readonly number[], id: number, by: 1 | -1): number[] | undefined {
  const at = ids.indexOf(id);
  const other = ids[at + by];
  if (at < 0 || other === undefined) return undefined;
  const ordered = [...ids];
  [ordered[at], ordered[at + by]] = [other, id];
  return ordered;
}

/** Checks a file before it is sent; refuses it with the reason (LAY-2, LAY-3). */
export function checkedFile({ name, size }: Pick<ChosenFile, 'name' | 'size'>): Result<null> {
  const problem = largeFileText(size);
  if (problem !== undefined) return refused(problem);
  try {
    formatOfName(name);
    return accepted(null);
  } catch (error) {
    if (error instanceof LayerRefusal) return refused(error.message);
    throw error;
  }
}

export function nameOfFile(fileName: string): string {
  return fileName
    .replace(/\.[^.]*$/, '')
    .slice(0, layerNameMaxLength)
    .trim();
}

/** Colours that are visible on land and water in both schemes. */
export const layerColours: readonly (readonly [name: string, color: string])[] = [
  ['Blue', '#2f7fd1'],
  ['Teal', '#0b7a75'],
  ['Green', '#2f8f4e'],
  ['Gold', '#b8860b'],
  ['Orange', '#d97a2b'],
  ['Red', '#d1495b'],
  ['Violet', '#7a4bd0'],
  ['Brown', '#8b5e3c'],
  ['Grey', '#777777'],
];

/** Returns the first colour that no layer has yet; the first of all if every colour is used. */
export function freeColour(layers: readonly { color: string }[]): string {
  const taken = new Set(layers.map(({ color }) => color));
  return (layerColours.find(([, color]) => !taken.has(color)) ?? layerColours[0])?.[1] ?? '';
}
