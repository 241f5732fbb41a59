import { describe, expect, it } from 'vitest';
import { backOffMs, maxAttempts } from '#model/live/line-timing.ts';

describe('back-off (SOCK-9)', () => {
  it('doubles up to half a minute', () => {
    const waits = Array.from({ length: maxAttempts }, (_, at) => backOffMs(at + 1, 1));
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000]);
  });

  it('is spread over its upper half, so that consoles do not come back all at once', () => {
    expect(backOffMs(3, 0)).toBe(1_000);
    expect(backOffMs(3, 0.5)).toBe(1_500);
  });
});
