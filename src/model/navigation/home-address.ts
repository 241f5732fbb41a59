import * as v from 'valibot';
import { queryId } from '../fields/query-fields.ts';
import type { AddressCodec } from './address-codec.ts';
import { leftOut } from './left-out.ts';

/** The state of Home that a link to it includes: the selected receiver, null for none. */
export type HomeState = { readonly receiver: number | null };

/** Reads and writes '?receiver=7' (NAV-12). */
export const homeAddress: AddressCodec<HomeState> = {
  read(search) {
    const text = new URLSearchParams(search).get('receiver') ?? '';
    if (text === '') return { state: { receiver: null }, refused: [] };
    const { success, output } = v.safeParse(queryId, text);
    if (success) return { state: { receiver: output }, refused: [] };
    return { state: { receiver: null }, refused: [leftOut('receiver', text, "must be a receiver's number")] };
  },
  write: ({ receiver }) => (receiver === null ? '' : `?receiver=${receiver}`),
};
