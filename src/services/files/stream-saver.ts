import { FailureError } from '../../model/contract/failure.ts';
import type { SaveSink, StreamSaver } from '../ports.ts';

/** How long a line may be silent before it counts as lost, in ms. */
const silenceMs = 60_000;

/** The errors of browsers that forbid pages to write files, for example by a company's policy. */
const forbidding: ReadonlySet<string> = new Set(['SecurityError', 'NotAllowedError']);

/** A file handle; not all browsers have `remove`. */
type FileHandle = Pick<FileSystemFileHandle, 'createWritable' | 'getFile'> & { remove?: () => Promise<void> };

export type StreamSaverParts = {
  document: Pick<Document, 'createElement'>;
  /** Returns the save picker, undefined without File System Access; called on each press. */
  picker: () => ((options: { suggestedName: string }) => Promise<FileHandle>) | undefined;
};

/**
 * Saves through File System Access, which lets a page write a file in pieces; otherwise the browser downloads
 * it.
 */
export function createStreamSaver({ document, picker }: StreamSaverParts): StreamSaver {
  return {
    async choose(name) {
      const pick = picker();
      if (pick === undefined) return { kind: 'browser' };
      try {
        return { kind: 'chosen', sink: await openSink(await pick({ suggestedName: name })) };
      } catch (error) {
        if (!(error instanceof DOMException)) throw error;
        if (error.name === 'AbortError') return null;
        if (forbidding.has(error.name)) return { kind: 'browser' };
        throw error;
      }
    },
    visit(url, name) {
      const link = document.createElement('a');
      link.href = url;
      link.download = name;
      link.click();
    },
  };
}

async function openSink(handle: FileHandle): Promise<SaveSink> {
  let writable: FileSystemWritableFileStream;
  try {
    writable = await handle.createWritable();
  } catch (error) {
    await removeEmpty(handle).catch(() => {});
    throw error;
  }
  return {
    write: (bytes) => writable.write(bytes),
    close: () => writable.close(),
    async discard() {
      await writable.abort().catch(() => {});
      await removeEmpty(handle);
    },
  };
}

/** Removes the empty file that the picker creates for a new name. */
async function removeEmpty(handle: FileHandle): Promise<void> {
  const { size } = await handle.getFile();
  if (size === 0) await handle.remove?.();
}

type Saving = {
  /** The expected size in bytes; null if unknown. */
  size: number | null;
  signal: AbortSignal;
  /** Called with the bytes received so far, at most once per percent. */
  onReceived: (bytes: number) => void;
};

/**
 * Writes what `ask` returns into the file, each piece before the next is read. It rejects and removes the
 * partial file if `ask` rejects, `signal` is aborted, a minute passes without data, the file is incomplete,
 * or it cannot be written. `ask` gets a signal that is aborted with `signal` and after a failure.
 */
export async function saveStream(
  ask: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>,
  sink: SaveSink,
  { size, signal, onReceived }: Saving,
): Promise<void> {
  const given = new AbortController();
  let reader: Reader | undefined;
  const step = Math.max(64 * 1024, (size ?? 0) / 100);
  let [received, said] = [0, 0];
  try {
    reader = (await beforeSilence(ask(AbortSignal.any([signal, given.signal])))).getReader();
    for (;;) {
      const bytes = await nextOf(reader, signal);
      if (bytes === null) break;
      await sink.write(bytes);
      received += bytes.byteLength;
      if (received - said < step) continue;
      said = received;
      onReceived(received);
    }
    signal.throwIfAborted();
    if (size !== null && received !== size) throw new FailureError({ kind: 'network' });
    await sink.close();
  } catch (error) {
    given.abort();
    reader?.cancel().catch(() => {});
    await sink.discard().catch(() => {});
    throw error;
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;

/** Returns the next bytes; null at the end. */
async function nextOf(reader: Reader, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer> | null> {
  signal.throwIfAborted();
  try {
    const { done, value } = await beforeSilence(reader.read());
    return done ? null : value;
  } catch (cause) {
    throw new FailureError({ kind: 'network' }, { cause });
  }
}

/** Passes on the result of `coming`; rejects with a `FailureError` after a minute without one. */
async function beforeSilence<T>(coming: Promise<T>): Promise<T> {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const cause = new Error('No data for a minute');
  const timer = setTimeout(() => reject(new FailureError({ kind: 'network' }, { cause })), silenceMs);
  try {
    return await Promise.race([coming, silence]);
  } finally {
    clearTimeout(timer);
  }
}
