import { chance, hash32, smooth, wander } from './chance.ts';
import { alongRiver, type Point } from './river.ts';
import { wayOf } from './tag-times.ts';
import type { World, WorldTransmitter } from './world.ts';

const hour = 3_600_000;
/** An animal stays in one part of the river for about this long (ms), then moves on. */
const stayMs = 24 * hour;
/** The last fraction of a stay, spent travelling to the next place. */
const travelPart = 0.35;
/** The fraction of its stays that an animal spends near a site: sites were chosen where animals are. */
const nearSite = 0.62;

/** The kinds of draws. Each has its own number, so that different kinds give independent results. */
const draws = { stay: 11, near: 12, spot: 13, range: 14, minute: 15, aside: 16, walkX: 17, walkY: 18, phase: 19 } as const;

/** Returns where a transmitter is at a time, on the river's flat map. */
export function whereIs(world: World, transmitter: WorldTransmitter, ts: number): Point {
  const { carrier, key } = transmitter;
  if (carrier.kind === 'mast') return alongRiver(world.river, siteKm(world, carrier.site), carrier.distanceKm);
  if (carrier.kind === 'crew') {
    const at = alongRiver(world.river, siteKm(world, carrier.site), 0.15);
    return {
      x: at.x + 0.9 * wander(world.seed, hash32(draws.walkX, key), ts, 4 * 60_000),
      y: at.y + 0.9 * wander(world.seed, hash32(draws.walkY, key), ts, 5 * 60_000),
    };
  }
  const way = wayOf(world, transmitter, ts);
  return alongRiver(world.river, animalKm(world, way, ts), 0.06 * wander(world.seed, hash32(draws.aside, way), ts, hour));
}

/**
 * Returns an animal's river kilometre: it stays around one place for a day, moves about a little every hour,
 * then swims to the next place.
 */
function animalKm(world: World, key: number, ts: number): number {
  const shifted = ts + chance(world.seed, draws.phase, key) * stayMs;
  const stay = Math.floor(shifted / stayMs);
  const part = shifted / stayMs - stay;
  const from = stayKm(world, key, stay);
  const to = stayKm(world, key, stay + 1);
  const travelled = smooth((part - (1 - travelPart)) / travelPart);
  const roaming = 1.1 * wander(world.seed, hash32(draws.range, key), ts, 2 * hour);
  const restless = 0.12 * wander(world.seed, hash32(draws.minute, key), ts, 6 * 60_000);
  return from + (to - from) * travelled + roaming + restless;
}

function stayKm(world: World, key: number, stay: number): number {
  const spot = chance(world.seed, draws.spot, key, stay);
  if (chance(world.seed, draws.near, key, stay) >= nearSite) return spot * world.river.length;
  const site = hash32(world.seed, draws.stay, key, stay) % world.sites.length;
  return siteKm(world, site) + (spot - 0.5) * 1.6;
}

function siteKm(world: World, site: number): number {
  const found = world.sites[site];
  if (found === undefined) throw new RangeError(`The simulated world has no site number ${site}`);
  return found.km;
}
