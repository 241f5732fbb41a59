import { FailureError } from '../../model/contract/failure.ts';
import type { SaveSink, StreamSaver } from '../ports.ts';

/** How long a line may bring nothing before it counts as lost, in ms. */
const silenceMs = 60_000;

/** What a browser that lets pages write no files says, such as by the policy of a company. */
const forbidding: ReadonlySet<string> = new Set(['SecurityError', 'NotAllowedError']);

/** A handle of the browser's; `remove` is there in some. */
type FileHandle = Pick<FileSystemFileHandle, 'createWritable' | 'getFile'> & { remove?: () => Promise<void> };

export type StreamSaverParts = {
  document: Pick<Document, 'createElement'>;
  /** Of a browser without File System Access it is not there; asked for at each press. */
  picker: () => ((options: { suggestedName: string }) => Promise<FileHandle>) | undefined;
};

/** Saves by File System Access, which lets a page write a file piece by piece; else the browser does it. */
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

/** The picker has made an empty file, where it was not there already. */
async function removeEmpty(handle: FileHandle): Promise<void> {
  const { size } = await handle.getFile();
  if (size === 0) await handle.remove?.();
}

type Saving = {
  /** How many bytes have to come; null where that is not known. */
  size: number | null;
  signal: AbortSignal;
  /** Called with all bytes so far, at most once for each hundredth of the whole. */
  onReceived: (bytes: number) => void;
};

/**
 * Writes what `ask` gets into the file, each piece before the next is read. Rejects and leaves nothing behind
 * when that rejects, when it is aborted, when a minute brings nothing, when less comes than the file has, and
 * when it cannot be written. The signal that `ask` is given is aborted when `signal` is, and when it failed.
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

/** The next bytes; null at the end. */
async function nextOf(reader: Reader, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer> | null> {
  signal.throwIfAborted();
  try {
    const { done, value } = await beforeSilence(reader.read());
    return done ? null : value;
  } catch (cause) {
    throw new FailureError({ kind: 'network' }, { cause });
  }
}

/** What comes of `coming`; rejects with a `FailureError` when a minute brings nothing. */
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
