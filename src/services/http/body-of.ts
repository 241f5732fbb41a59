import { FailureError } from '../../model/contract/failure.ts';

/** Reads a binary answer. Rejects with a `FailureError` if the connection is lost. */
export async function bodyOf<Read>(body: unknown, read: (response: Response) => Promise<Read>): Promise<Read> {
  try {
    return await read(new Response(body as ReadableStream));
  } catch (cause) {
    throw new FailureError({ kind: 'network' }, { cause });
  }
}
