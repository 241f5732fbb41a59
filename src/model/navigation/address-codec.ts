/**
 * How a screen's state stands in the search part of its address: what cannot be read is the default, and said
 * in `refused`, a sentence each.
 */
export type AddressCodec<State> = {
  read(search: string): { state: State; refused: readonly string[] };
  write(state: State): string;
};
