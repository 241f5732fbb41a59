import * as v from 'valibot';
import { changeReply } from '../changes/change.ts';
import { calls } from './call.ts';
import { registryCalls } from './registry-calls.ts';

/** What differs in the calls of tags from those of other registries: the reply says which are deleted. */
export const tagCalls = calls({
  deleteTags: { ...registryCalls.deleteTags, reply: v.object({ ids: v.array(v.number()), ...changeReply }) },
});
