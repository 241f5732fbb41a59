import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { SubmissionRef } from '../../machines/submission/submission-machine.ts';

/** Holds a form's values outside of it: they survive a change of tab, and are reset after they were sent. */
export function useFormValues<Values>(form: SubmissionRef, initial: Values): [Values, (values: Values) => void] {
  const sent = useSelector(form, (snapshot) => snapshot.context.sent);
  const [held, hold] = useState({ values: initial, sent });
  return [held.sent === sent ? held.values : initial, (values) => hold({ values, sent })];
}
