import * as v from 'valibot';
import { queryId } from '../fields/query-fields.ts';

/** The edit that the address opens: one receiver in the editor, or the selected ones as a batch. */
export type AskedEdit =
  | { readonly kind: 'editor'; readonly rxId: number }
  | { readonly kind: 'batch'; readonly rxIds: readonly number[] };

/** Reads '?edit=7' or '?selected=3,4&batch=1'; null if the address opens no edit. */
export function askedEdit(search: string): AskedEdit | null {
  const query = new URLSearchParams(search);
  const rxId = idIn(query.get('edit') ?? '');
  if (rxId !== undefined) return { kind: 'editor', rxId };
  const selected = query.getAll('selected').flatMap((list) => list.split(','));
  const rxIds = [...new Set(selected.flatMap((text) => idIn(text) ?? []))];
  return query.get('batch') === '1' && rxIds.length > 0 ? { kind: 'batch', rxIds } : null;
}

/** Returns the search part with this edit (null: none) and everything else unchanged. */
export function withAskedEdit(search: string, asked: AskedEdit | null): string {
  const query = new URLSearchParams(search);
  query.delete('edit');
  query.delete('batch');
  if (asked?.kind === 'editor') query.set('edit', String(asked.rxId));
  if (asked?.kind === 'batch') {
    query.set('selected', asked.rxIds.join(','));
    query.set('batch', '1');
  }
  const text = query.toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

/**
 * Returns true if both are the same edit; a batch stays the same if receivers leave the selection, as after a
 * deletion.
 */
export function isSameEdit(next: AskedEdit | null, open: AskedEdit | null): boolean {
  if (next?.kind === 'batch' && open?.kind === 'batch') return next.rxIds.every((id) => open.rxIds.includes(id));
  return withAskedEdit('', next) === withAskedEdit('', open);
}

function idIn(text: string): number | undefined {
  const { success, output } = v.safeParse(queryId, text);
  return success ? output : undefined;
}
