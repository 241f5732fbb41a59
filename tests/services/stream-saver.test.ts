import { afterEach, describe, expect, test, vi } from 'vitest';
import { FailureError } from '#model/contract/failure.ts';
import type { SaveSink } from '../../src/services/ports.ts';
import { createStreamSaver, saveStream } from '../../src/services/files/stream-saver.ts';

/** FILE-12: a file is written piece by piece; a file that does not arrive whole leaves nothing behind. */

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** A file in memory, which holds what was written once it is closed. */
class File implements SaveSink {
  held: string[] = [];
  state: 'open' | 'closed' | 'discarded' = 'open';
  most = 0;
  #writing = 0;
  readonly fault: Error | null;
  constructor(fault: Error | null = null) {
    this.fault = fault;
  }
  async write(bytes: Uint8Array): Promise<void> {
    this.most = Math.max(this.most, ++this.#writing);
    await Promise.resolve();
    if (this.fault !== null) throw this.fault;
    this.held.push(new TextDecoder().decode(bytes));
    this.#writing -= 1;
  }
  async close(): Promise<void> {
    this.state = 'closed';
  }
  async discard(): Promise<void> {
    this.state = 'discarded';
  }
}

/** Returns a body of these pieces, which then ends, breaks, or sends nothing more. */
function bodyOf(pieces: readonly string[], then: 'end' | 'break' | 'wait' = 'end') {
  const left = [...pieces];
  let cancelled = false;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const piece = left.shift();
      if (piece !== undefined) return controller.enqueue(bytesOf(piece));
      if (then === 'end') return controller.close();
      if (then === 'break') return controller.error(new TypeError('network error'));
      return new Promise(() => {});
    },
    cancel() {
      cancelled = true;
    },
  });
  return { stream, isCancelled: () => cancelled };
}

const saving = (size: number | null, signal = new AbortController().signal) => {
  const said: number[] = [];
  return { said, options: { size, signal, onReceived: (bytes: number) => void said.push(bytes) } };
};

afterEach(() => void vi.useRealTimers());

describe('a stream', () => {
  test('is written in order, one piece at a time, and closed', async () => {
    const file = new File();
    await saveStream(async () => bodyOf(['ab', 'c', 'def']).stream, file, saving(6).options);
    expect(file.held.join('')).toBe('abcdef');
    expect(file.state).toBe('closed');
    expect(file.most, 'the next piece is not taken before the last one is written').toBe(1);
  });

  test('says how far it is, not with every piece', async () => {
    const piece = 'x'.repeat(50_000);
    const { said, options } = saving(200_000);
    await saveStream(async () => bodyOf([piece, piece, piece, piece]).stream, new File(), options);
    expect(said).toEqual([100_000, 200_000]);
  });

  test.each([
    ['the line breaks', 'break', 6],
    ['less comes than the file has', 'end', 7],
  ] as const)('leaves nothing where %s', async (_, then, size) => {
    const file = new File();
    const ended = saveStream(async () => bodyOf(['abc', 'def'], then).stream, file, saving(size).options);
    await expect(ended).rejects.toMatchObject({ failure: { kind: 'network' } });
    expect(file.state).toBe('discarded');
  });

  test('leaves nothing and reads no further where the disk is full', async () => {
    const fault = new DOMException('no room', 'QuotaExceededError');
    const file = new File(fault);
    const body = bodyOf(['abc', 'def', 'ghi'], 'wait');
    await expect(saveStream(async () => body.stream, file, saving(null).options)).rejects.toBe(fault);
    expect(file.state).toBe('discarded');
    expect(body.isCancelled()).toBe(true);
  });

  test('leaves nothing where the host gives none', async () => {
    const file = new File();
    const gone = new FailureError({ kind: 'server', code: 404, type: 'NotFound', message: 'The file was deleted.' });
    await expect(saveStream(() => Promise.reject(gone), file, saving(6).options)).rejects.toBe(gone);
    expect(file.state).toBe('discarded');
  });

  test('is given up, and the call with it, when the host does not begin to answer for a minute', async () => {
    vi.useFakeTimers();
    const file = new File();
    let call: AbortSignal | undefined;
    const ask = (signal: AbortSignal) => {
      call = signal;
      return new Promise<never>(() => {});
    };
    const refused = saveStream(ask, file, saving(6).options).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(59_000);
    expect([file.state, call?.aborted]).toEqual(['open', false]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await refused).toMatchObject({ failure: { kind: 'network' } });
    expect([file.state, call?.aborted]).toEqual(['discarded', true]);
  });

  test('leaves nothing where it was cancelled', async () => {
    const end = new AbortController();
    const file = new File();
    const ended = saveStream(async () => bodyOf(['abc'], 'end').stream, file, saving(null, end.signal).options);
    end.abort();
    await expect(ended).rejects.toThrow('aborted');
    expect(file.state).toBe('discarded');
  });

  test('is given up when a minute brings nothing', async () => {
    vi.useFakeTimers();
    const file = new File();
    const ended = saveStream(async () => bodyOf(['abc'], 'wait').stream, file, saving(null).options);
    const refused = ended.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(file.state).toBe('open');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await refused).toBeInstanceOf(FailureError);
    expect(file.state).toBe('discarded');
  });
});

describe('the person is asked where it goes', () => {
  const document = { createElement: () => ({ click: () => {} }) } as unknown as Document;
  const handleOf = (size: number) => {
    const done: string[] = [];
    const handle = {
      createWritable: () =>
        Promise.resolve({
          write: () => Promise.resolve(),
          close: () => Promise.resolve(void done.push('closed')),
          abort: () => Promise.resolve(void done.push('aborted')),
        } as unknown as FileSystemWritableFileStream),
      getFile: () => Promise.resolve({ size } as globalThis.File),
      remove: () => Promise.resolve(void done.push('removed')),
    };
    return { handle, done };
  };

  test.each([
    ['an empty file that the picker made goes', 0, ['aborted', 'removed']],
    ['a file that was there before stays as it was', 12, ['aborted']],
  ])('what is given up: %s', async (_, size, done) => {
    const made = handleOf(size);
    const saver = createStreamSaver({ document, picker: () => () => Promise.resolve(made.handle) });
    const target = await saver.choose('May.csv.gz');
    if (target?.kind !== 'chosen') throw new Error('It is a chosen file');
    await target.sink.discard();
    expect(made.done).toEqual(done);
  });

  const refusing = (name: string) =>
    createStreamSaver({ document, picker: () => () => Promise.reject(new DOMException('no', name)) });

  test('who closes the picker wants nothing; what breaks there is an error', async () => {
    await expect(refusing('AbortError').choose('a')).resolves.toBeNull();
    await expect(refusing('NoModificationAllowedError').choose('a')).rejects.toThrow('no');
  });

  test.each(['SecurityError', 'NotAllowedError'])(
    'where pages may write no files the browser is the target (%s)',
    async (name) => {
      await expect(refusing(name).choose('a')).resolves.toEqual({ kind: 'browser' });
      const { handle, done } = handleOf(0);
      const closed = { ...handle, createWritable: () => Promise.reject(new DOMException('no', name)) };
      const saver = createStreamSaver({ document, picker: () => () => Promise.resolve(closed) });
      await expect(saver.choose('a'), 'also where the file was chosen already').resolves.toEqual({ kind: 'browser' });
      expect(done, 'the empty file that the picker made goes').toEqual(['removed']);
    },
  );

  test('of a browser that cannot write files the browser itself is the target', async () => {
    const saver = createStreamSaver({ document, picker: () => undefined });
    await expect(saver.choose('a')).resolves.toEqual({ kind: 'browser' });
  });
});
