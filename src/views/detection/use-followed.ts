import { shallowEqual, useSelector } from '@xstate/react';
import { selectKnown } from '../../machines/reprocess-job/reprocess-job-machine.ts';
import { type ReprocessingRef, selectFollowed } from '../../machines/reprocessing/reprocessing-machine.ts';
import type { FollowedJob } from '../../model/detection/reprocess-jobs.ts';

/**
 * Returns what is known of the job that the page follows; null without a job. The object stays the same until
 * something in it changes.
 */
export function useFollowed(actor: ReprocessingRef): FollowedJob | null {
  const followed = useSelector(actor, selectFollowed);
  return useSelector(followed, (snapshot) => (snapshot === undefined ? null : selectKnown(snapshot)), shallowEqual);
}
