import * as v from 'valibot';
import { changeReply } from '../changes/change.ts';
import { calls } from './call.ts';
import { registryCalls } from './registry-calls.ts';

/** The calls of tags that differ from those of other registries: this reply lists the deleted ids. */
export const tagCalls = calls({
  deleteTags: { ...registryCalls.deleteTags, reply: v.object({ ids: v.array(v.number()), ...changeReply }) },
});
