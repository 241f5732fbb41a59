/**
 * Reads and writes a screen's state in the search part of its address. Invalid parts get their default, and a
 * sentence each in `refused`.
 */
export type AddressCodec<State> = {
  read(search: string): { state: State; refused: readonly string[] };
  write(state: State): string;
};
