import * as v from 'valibot';
import { receiverStateSchema } from '../entities/receiver.ts';
import { type StateStart, startsWith } from './status-strip.ts';
import { screenModel } from '../journal/screen-models/screen-model.ts';

const stateStart = v.strictObject({ status: v.number(), from: v.number() });
const loaded = { states: v.array(v.strictObject(receiverStateSchema.entries)) };

declare module '../journal/facts.ts' {
  interface ScreenFacts {
    /** States of the past 7 days, by receiver and time; each began at `ts`, ms since the epoch. */
    'timeline.loaded': { states: { rxId: number; state: number; ts: number }[] };
  }
}

/**
 * When each receiver's states of the past 7 days began, oldest first. Until that was loaded it is only what
 * was reported meanwhile.
 */
const timelineModelSchema = v.object({ starts: v.record(v.string(), v.array(stateStart)), isLoaded: v.boolean() });

/**
 * The strips of states (FLEET-10): as loaded, and from there on as receivers report. What was reported
 * while it was loaded stays.
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
