import { FailureError } from '../../model/contract/failure.ts';

/** What is read of an answer in bytes. Rejects with a `FailureError` where the line is lost on the way. */
export async function bodyOf<Read>(body: unknown, read: (response: Response) => Promise<Read>): Promise<Read> {
  try {
    return await read(new Response(body as ReadableStream));
  } catch (cause) {
    throw new FailureError({ kind: 'network' }, { cause });
  }
}
