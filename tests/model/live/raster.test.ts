import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Contact } from '#model/entities/contact.ts';
import { bucketMs, bucketOf } from '#model/live/contact-bucket.ts';
import { ContactWindow } from '#model/live/contact-window.ts';
import { maskParts, shapeMask } from '#model/live/mark-mask.ts';
import { shapeOf } from '#model/live/mark-shape.ts';
import { ContactRaster, yOfPower, type RasterSize } from '#model/live/raster.ts';
import { plainSquares } from '#model/live/raster-stamp.ts';
import { allContacts, contactNear, epoch } from './naive-window.ts';

/** Colours by series id; one series in five is hidden. */
const coloursOf = (window: ContactWindow, tint: number) =>
  Uint32Array.from({ length: window.series.limit }, (_, id) => (id % 5 === 4 ? 0 : tint + id));

/** The plot as a canvas shows it: first the bitmap columns that became dirty are copied, then the blits. */
class Screen {
  #canvas = new Uint32Array(0);
  #ringWidth = 0;

  show(raster: ContactRaster, size: RasterSize, edge: number): Uint32Array {
    if (this.#canvas.length !== raster.pixels.length) this.#canvas = new Uint32Array(raster.pixels.length).fill(1);
    this.#ringWidth = raster.ringWidth;
    for (const { from, to } of raster.takeDirty()) {
      for (let row = 0; row < size.height; row++) {
        for (let column = from; column < to; column++)
          this.#canvas[this.#at(column, row)] = raster.pixels[this.#at(column, row)]!;
      }
    }
    const plot = new Uint32Array(size.width * size.height);
    for (const { from, to, width } of raster.blits(edge)) {
      for (let row = 0; row < size.height; row++) {
        for (let column = 0; column < width; column++)
          plot[row * size.width + to + column] = this.#canvas[this.#at(from + column, row)]!;
      }
    }
    return plot;
  }

  #at(column: number, row: number): number {
    return row * this.#ringWidth + column;
  }
}

/** Returns the colours each pixel may have: those of all marks that cover it, or none. */
function expectedPixels(window: ContactWindow, colours: Uint32Array, size: RasterSize, edge: number): Set<number>[] {
  const msPerColumn = size.span / size.width;
  const left = Math.floor(edge / msPerColumn) - size.width;
  const before = (size.mark - 1) >> 1;
  const pixels = Array.from({ length: size.width * size.height }, () => new Set<number>());
  const paintedUpTo = (bucketOf(edge) + 2) * bucketMs;
  for (const contact of allContacts(window, edge - size.span - 8 * msPerColumn, paintedUpTo - 1)) {
    const colour = colours[window.series.idOf(contact)]!;
    if (colour === 0) continue;
    const x = Math.floor(contact.ts / msPerColumn) - left - before;
    const y = yOfPower(contact.power, size.height) - before;
    for (let row = Math.max(0, y); row < Math.min(size.height, y + size.mark); row++) {
      for (let column = Math.max(0, x); column < Math.min(size.width, x + size.mark); column++)
        pixels[row * size.width + column]!.add(colour);
    }
  }
  return pixels;
}

function expectShown(plot: Uint32Array, expected: Set<number>[]): void {
  const wrong = [...plot].flatMap((pixel, at) =>
    (expected[at]!.size === 0 ? pixel === 0 : expected[at]!.has(pixel)) ? [] : [{ at, pixel, expected: [...expected[at]!] }],
  );
  expect(wrong).toEqual([]);
}

type Step =
  | { kind: 'run'; ms: number; contacts: Contact[]; budget: number }
  | { kind: 'recolour'; tint: number }
  | { kind: 'resize'; size: RasterSize };

const size: fc.Arbitrary<RasterSize> = fc.record({
  width: fc.integer({ min: 5, max: 70 }),
  height: fc.integer({ min: 4, max: 30 }),
  mark: fc.integer({ min: 1, max: 5 }),
  span: fc.constantFrom(30_000, 60_000, 300_000),
});
/** Contact times are relative to the clock of their step. */
const arriving = contactNear(0, 60_000);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('run' as const),
      ms: fc.oneof(fc.nat(40), fc.nat(3_000), fc.nat(100_000)),
      contacts: fc.array(arriving, { maxLength: 40 }),
      budget: fc.constantFrom(1, 10, Infinity),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('recolour' as const), tint: fc.integer({ min: 0xff000000, max: 0xff0000ff }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('resize' as const), size }) },
);

describe('the raster', () => {
  test('shows every contact of the plot and nothing else, however it got there', () => {
    fc.assert(
      fc.property(size, fc.boolean(), fc.array(step, { maxLength: 20 }), (firstSize, isMasked, steps) => {
        const window = new ContactWindow();
        const raster = new ContactRaster(window);
        const screen = new Screen();
        let now = epoch;
        let current = firstSize;
        let tint = 0xffaa0000;
        const shaped = () => {
          raster.resize(current);
          const masks = isMasked ? [new Uint8Array(current.mark ** 2).fill(maskParts.mark)] : [];
          raster.shapes = { ...plainSquares, masks, bySeries: new Uint8Array(10_000) };
        };
        shaped();
        for (const each of steps) {
          if (each.kind === 'recolour') {
            tint = each.tint;
            raster.invalidate();
          } else if (each.kind === 'resize') {
            current = each.size;
            shaped();
          } else {
            now += each.ms;
            window.append(
              each.contacts.map((contact) => ({ ...contact, ts: contact.ts + now })),
              now,
            );
          }
          const edge = now - 2_000;
          const colours = coloursOf(window, tint);
          let calls = 0;
          while (!raster.paint(edge, colours, each.kind === 'run' ? each.budget : 25)) expect(calls++).toBeLessThan(2_000);
          expectShown(screen.show(raster, current, edge), expectedPixels(window, colours, current, edge));
        }
      }),
      { numRuns: 300 },
    );
  });

  test('paints a contact once: a frame in which nothing arrived changes no pixel', () => {
    const window = new ContactWindow();
    const raster = new ContactRaster(window);
    raster.resize({ width: 300, height: 100, mark: 3, span: 30_000 });
    window.append(fc.sample(contactNear(epoch, 30_000), { numRuns: 500, seed: 3 }), epoch);
    const edge = epoch - 2_000;
    raster.paint(edge, coloursOf(window, 0xff000000));
    raster.takeDirty();
    expect(raster.paint(edge + 16, coloursOf(window, 0xff000000))).toBe(true);
    expect(raster.takeDirty()).toEqual([]);
  });

  test('a late contact dirties only the columns of its second', () => {
    const window = new ContactWindow();
    const raster = new ContactRaster(window);
    raster.resize({ width: 300, height: 100, mark: 3, span: 30_000 });
    const late: Contact = { rxId: 1, ant: 1, freq: 150, code: 1, type: 18, power: -90, ts: epoch - 20_500 };
    window.append([{ ...late, ts: epoch - 3_000 }], epoch);
    const colours = Uint32Array.of(0xff000000);
    raster.paint(epoch - 2_000, colours);
    raster.takeDirty();
    window.append([late], epoch);
    raster.paint(epoch - 2_000, colours);
    const columns = raster.takeDirty().reduce((sum, { from, to }) => sum + to - from, 0);
    expect(columns).toBeGreaterThan(0);
    expect(columns).toBeLessThanOrEqual(10 + 2 * 3 + 1);
  });

  test('a second dropped because the window was full leaves the plot', () => {
    const window = new ContactWindow({ capacity: 150 });
    const raster = new ContactRaster(window);
    const current: RasterSize = { width: 60, height: 40, mark: 3, span: 30_000 };
    const screen = new Screen();
    raster.resize(current);
    const edge = epoch + 5_000;
    const second = (at: number): Contact[] =>
      Array.from({ length: 100 }, (_, n) => ({
        rxId: 1,
        ant: 1,
        freq: 150,
        code: 1,
        type: 18,
        power: -60 - (n % 60),
        ts: epoch + at * 1_000 + n,
        n,
      }));
    window.append(second(0), edge);
    raster.paint(edge, Uint32Array.of(0xff112233));
    expect(screen.show(raster, current, edge).some((pixel) => pixel !== 0)).toBe(true);
    window.append(second(1), edge);
    raster.paint(edge, Uint32Array.of(0xff112233));
    expect(window.tally.overflow).toBe(100);
    expectShown(screen.show(raster, current, edge), expectedPixels(window, Uint32Array.of(0xff112233), current, edge));
  });

  test('repainting three million would hold up a frame, so a call stops near its budget and the newest second comes first', () => {
    const window = new ContactWindow();
    const raster = new ContactRaster(window);
    raster.resize({ width: 60, height: 40, mark: 1, span: 60_000 });
    for (let second = 0; second < 60; second++) {
      const contacts = Array.from({ length: 1_000 }, (_, n): Contact => ({
        rxId: 1,
        ant: 1,
        freq: 150,
        code: 1,
        type: 18,
        power: -60,
        ts: epoch + second * 1_000 + n,
        n,
      }));
      window.append(contacts, epoch + 62_000);
    }
    const edge = epoch + 60_000;
    const old = Uint32Array.of(0xff000001);
    raster.paint(edge, old);
    raster.invalidate();
    const fresh = Uint32Array.of(0xff000002);
    expect(raster.paint(edge, fresh, 10_000)).toBe(false);
    const lit = yOfPower(-60, 40) * 60;
    const row = new Screen().show(raster, { width: 60, height: 40, mark: 1, span: 60_000 }, edge).slice(lit, lit + 60);
    const repainted = row.filter((pixel) => pixel === 0xff000002).length;
    expect(repainted).toBeGreaterThanOrEqual(3);
    expect(repainted).toBeLessThan(20);
    expect(row.slice(-repainted).every((pixel) => pixel === 0xff000002)).toBe(true);
    let calls = 1;
    while (!raster.paint(edge, fresh, 10_000)) calls++;
    expect(calls).toBeGreaterThan(5);
  });
});

test.each([
  [-50, 0],
  [-130, 99],
  [-90, 50],
  [-20, 0],
  [-180, 99],
])('%i dBm stands in row %i of 100; what lies beyond the axis stands at its end', (power, row) => {
  expect(yOfPower(power, 100)).toBe(row);
});

test('a time stands where its column is blitted to', () => {
  const raster = new ContactRaster(new ContactWindow());
  raster.resize({ width: 300, height: 100, mark: 3, span: 30_000 });
  expect(raster.xOf(epoch - 100, epoch)).toBe(299);
  expect(raster.xOf(epoch - 30_000, epoch)).toBe(0);
});

test('a mark has the shape of its series, and a halo that sets it off from those below (LOOK-17)', () => {
  const [fill, halo] = [0xff0000aa, 0xffffffff];
  const edge = epoch - 2_000;
  const frame: RasterSize = { width: 30, height: 30, mark: 9, span: 30_000 };
  const window = new ContactWindow();
  const contact: Contact = { rxId: 1, ant: 1, freq: 150, code: 1, type: 18, power: -90, ts: edge - 15_000 };
  window.append([contact], epoch);
  const raster = new ContactRaster(window);
  raster.resize(frame);
  const mask = shapeMask(shapeOf('rectRot'), frame.mark, true);
  raster.shapes = { masks: [new Uint8Array(81), mask], bySeries: Uint8Array.of(1), halo };
  raster.paint(edge, Uint32Array.of(fill));
  const plot = new Screen().show(raster, frame, edge);
  const corner = { x: raster.xOf(contact.ts, edge) - 4, y: yOfPower(contact.power, frame.height) - 4 };
  const colours = { [maskParts.none]: 0, [maskParts.mark]: fill, [maskParts.halo]: halo };
  const expected = new Uint32Array(frame.width * frame.height);
  mask.forEach((part, at) => {
    expected[(corner.y + Math.floor(at / 9)) * frame.width + corner.x + (at % 9)] = colours[part as 0 | 1 | 2];
  });
  expect(plot).toEqual(expected);
});

test('what is pointed at is painted over all else of its second, also over what came later (LIVE-38)', () => {
  const [pale, full] = [0x38_00_00_aa, 0xff_00_00_bb];
  const edge = epoch - 2_000;
  const frame: RasterSize = { width: 30, height: 30, mark: 3, span: 30_000 };
  const window = new ContactWindow();
  const at = { ant: 1, freq: 150, code: 1, type: 18, power: -90, ts: edge - 15_000 };
  window.append([{ ...at, rxId: 1 }], epoch);
  window.append([{ ...at, rxId: 2 }], epoch);
  const raster = new ContactRaster(window);
  raster.resize(frame);
  raster.over = Uint32Array.of(full, 0);
  const middle = yOfPower(at.power, frame.height) * frame.width + raster.xOf(at.ts, edge);
  raster.paint(edge, Uint32Array.of(full, pale));
  expect(new Screen().show(raster, frame, edge)[middle]).toBe(full);
  raster.over = null;
  raster.invalidate();
  raster.paint(edge, Uint32Array.of(full, full + 1));
  expect(new Screen().show(raster, frame, edge)[middle]).toBe(full + 1);
});
