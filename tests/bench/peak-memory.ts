const everyMs = 50;
const mebibyte = 1_048_576;

/**
 * Runs `work`. Returns how long it took, in ms, the most memory that this process held meanwhile, and how
 * much more that is than at the start, in MiB.
 */
export async function watched(work: () => Promise<unknown>): Promise<{ ms: number; mostMiB: number; grownMiB: number }> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), everyMs);
  const began = performance.now();
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  const ms = performance.now() - began;
  return { ms, mostMiB: Math.round(most / mebibyte), grownMiB: Math.round((most - before) / mebibyte) };
}
