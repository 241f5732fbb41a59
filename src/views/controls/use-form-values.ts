import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { SubmissionRef } from '../../machines/submission/submission-machine.ts';

/** What is typed into a form, held above it: it survives a change of tab, and is gone once it was sent. */
export function useFormValues<Values>(form: SubmissionRef, initial: Values): [Values, (values: Values) => void] {
  const sent = useSelector(form, (snapshot) => snapshot.context.sent);
  const [held, hold] = useState({ values: initial, sent });
  return [held.sent === sent ? held.values : initial, (values) => hold({ values, sent })];
}
