import * as v from 'valibot';
import { viewer } from '../entities/role.ts';
import { queryInstant } from '../fields/query-fields.ts';
import { calls } from './call.ts';

/** Counts of animals for Home (NAV-37). */
export const animalCalls = calls({
  countAnimalsHeard: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/animals/heard',
    access: { role: viewer },
    query: v.object({ from: queryInstant }),
    /** How many tagged animals were last heard at `from` or later, and how many currently have a tag. */
    reply: v.object({ heard: v.number(), tagged: v.number() }),
  },
});
