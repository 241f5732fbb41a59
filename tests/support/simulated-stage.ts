import { pino } from 'pino';
import { expect } from 'vitest';
import { type FamilyConfig, withValue } from '#model/config/config.ts';
import type { Contact } from '#model/entities/contact.ts';
import { createIntake } from '../../host/domain/contacts/intake.ts';
import { openSimulation, type OpenSimulation } from '../../host/drivers/simulator/open-simulation.ts';
import { Simulation } from '../../host/drivers/simulator/simulation.ts';
import type { SimulatedAction } from '../../host/platform/store/schema-commands.ts';
import { changeStage, type ChangeStage, type Sitter } from './change-stage.ts';
import { emptiedDatabase } from './emptied-database.ts';
import { soleHost } from './sole-host.ts';

const [second, minute] = [1_000, 60_000];
/** A simulated receiver applies saved settings within this time (SIM-8). */
const obeysWithinMs = 5 * second;

/**
 * The host of `changeStage` with its system simulated from `start` on, and a researcher. The test decides how
 * time passes.
 */
export type SimulatedStage = {
  stage: ChangeStage;
  ada: Sitter;
  opened: OpenSimulation;
  now: () => number;
  /** Returns the id of a receiver in the study's plan. */
  idOf: (alias: string) => number;
  /** Returns all contacts of a receiver. */
  heardBy: (rxId: number) => Contact[];
  messages: () => unknown[];
  /** Simulates for a while, and returns the receiver's contacts from 5 s on. */
  listen: (rxId: number, ms?: number) => Promise<Contact[]>;
  /** Makes a call that must succeed. */
  ask: (method: string, path: string, body?: object) => Promise<unknown>;
  /** Saves values at some paths of a receiver's configuration, like the editor. */
  save: (rxId: number, values: Record<string, unknown>) => Promise<void>;
  /** Sends a command to a receiver, which runs it when the simulation continues. */
  command: (rxId: number, action: SimulatedAction, commandId?: string) => Promise<void>;
  /** Kills the host, and starts it again after a while. */
  restart: (afterMs: number) => Promise<OpenSimulation>;
};

export const start = Date.UTC(2026, 4, 1, 12);

/**
 * Returns a function that opens stages. Call it at the top of the file. The stages share a database one after
 * the other; their world is always 'river', so each begins empty.
 */
export function simulatedStages(): () => Promise<SimulatedStage> {
  const emptied = emptiedDatabase();
  return async () => simulated(await changeStage({ database: await emptied() }));
}

async function simulated(stage: ChangeStage): Promise<SimulatedStage> {
  const ada = await stage.sit('ada', 3);
  const { database, bus } = stage.host;
  let now = start;
  const log = pino({ level: 'silent' });
  const intake = createIntake({ database, bus, log, now: () => now });
  const live = (opened: OpenSimulation) =>
    new Simulation({ database, bus, intake, log, systemId: 'river', lease: soleHost }, opened);
  const opened = await openSimulation(database, 'river', 7, now, soleHost);
  let simulation = live(opened);

  const heardBy = (rxId: number) =>
    stage.host.events.flatMap((event) => (event.kind === 'contacts' ? event.contacts : [])).filter((one) => one.rxId === rxId);

  async function ask(method: string, path: string, body?: object): Promise<unknown> {
    const { status, json } = await ada.call(method, path, body === undefined ? {} : { body });
    expect(json).not.toHaveProperty('error');
    expect(status).toBe(200);
    return json;
  }

  return {
    stage,
    ada,
    opened,
    now: () => now,
    idOf: (alias) => opened.rxIds[opened.world.receivers.findIndex((receiver) => receiver.alias === alias)] as number,
    heardBy,
    messages: () => stage.host.events.flatMap((event) => (event.kind === 'message' ? [event.message] : [])),
    async listen(rxId, ms = 3 * minute) {
      const from = now + obeysWithinMs;
      for (const end = now + ms; now < end;) await simulation.step((now = Math.min(end, now + 15 * second)));
      return heardBy(rxId).filter(({ ts }) => ts >= from);
    },
    ask,
    async save(rxId, values) {
      const { json } = await ada.call('GET', `/receivers/${rxId}`);
      const { basic: _, ...sections } = (json as { rxData: { basic: object } & Record<string, FamilyConfig> }).rxData;
      const [[family, config] = []] = Object.entries(sections) as [string, FamilyConfig][];
      const changed = Object.entries(values).reduce<unknown>((part, [path, value]) => withValue(part, path, value), config);
      await ask('PUT', `/receivers/${rxId}`, { rxData: { basic: {}, [family as string]: changed } });
    },
    command: (rxId, action, commandId = crypto.randomUUID()) => simulation.command(rxId, action, commandId),
    async restart(afterMs) {
      now += afterMs;
      const again = await openSimulation(database, 'river', 7, now, soleHost);
      simulation = live(again);
      return again;
    },
  };
}

/** Returns a scan table or code table with these numbers. */
export function table(contents: readonly number[]): { id: number; content: number }[] {
  return contents.map((content, at) => ({ id: at + 1, content }));
}
