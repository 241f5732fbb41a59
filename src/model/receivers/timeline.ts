import * as v from 'valibot';
import { receiverStateSchema } from '../entities/receiver.ts';
import { type StateStart, startsWith } from './status-strip.ts';
import { screenModel } from '../journal/screen-models/screen-model.ts';

const stateStart = v.strictObject({ status: v.number(), from: v.number() });
const loaded = { states: v.array(v.strictObject(receiverStateSchema.entries)) };

declare module '../journal/facts.ts' {
  interface ScreenFacts {
    /** The states of the past 7 days by receiver; each began at `ts`, ms since the epoch. */
    'timeline.loaded': { states: { rxId: number; state: number; ts: number }[] };
  }
}

/**
 * The beginnings of each receiver's states of the past 7 days, oldest first. Until these are loaded, it holds
 * only states reported since the session began.
 */
const timelineModelSchema = v.object({ starts: v.record(v.string(), v.array(stateStart)), isLoaded: v.boolean() });

/**
 * The read model of the strips of states (FLEET-10): the loaded states, then those that receivers report.
 * States reported during the load are kept.
 */
export const timelineModel = screenModel<v.InferOutput<typeof timelineModelSchema>>({
  name: 'timeline',
  facts: { 'timeline.loaded': loaded },
  schema: timelineModelSchema,
  initial: { starts: {}, isLoaded: false },
  on: {
    'timeline.loaded': (draft, { states }) => {
      const starts: Record<string, StateStart[]> = {};
      for (const { rxId, state, ts } of states) (starts[rxId] ??= []).push({ status: state, from: ts });
      for (const [rxId, reported] of Object.entries(draft.starts)) {
        const newest = starts[rxId]?.at(-1)?.from ?? -Infinity;
        for (const { status, from } of reported.filter((start) => start.from > newest))
          starts[rxId] = [...startsWith(starts[rxId] ?? [], { status, from })];
      }
      draft.starts = starts;
      draft.isLoaded = true;
    },
    'receiver.stateChanged': (draft, { rxId, state, ts }) => {
      const before = draft.starts[rxId] ?? [];
      const after = startsWith(before, { status: state, from: ts });
      if (after !== before) draft.starts[rxId] = [...after];
    },
  },
});
