import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { SubmissionRef } from '../../machines/submission/submission-machine.ts';

/**
 * Returns a form's values and a function that changes them. Called outside the form, it keeps them over a
 * change of tab. Once they are sent, the values are the initial ones again.
 */
export function useFormValues<Values>(form: SubmissionRef, initial: Values): [Values, (values: Values) => void] {
  const sent = useSelector(form, (snapshot) => snapshot.context.sent);
  const [held, hold] = useState({ values: initial, sent });
  return [held.sent === sent ? held.values : initial, (values) => hold({ values, sent })];
}
