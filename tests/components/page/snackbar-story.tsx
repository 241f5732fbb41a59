import { Snackbar } from '../../../src/views/notices/snackbar.tsx';
import { say } from './said.ts';

export type SnackbarStoryProps = {
  message: string;
  variant?: 'success' | 'error' | 'info';
  act?: { label: string; name: string };
};

/** A message over the page. */
export function SnackbarStory({ message, variant = 'success', act }: SnackbarStoryProps) {
  const notice = { message, variant, ...(act === undefined ? {} : { act: { ...act, to: 'nobody', event: { type: 'undo' } } }) };
  return <Snackbar open notice={notice} send={({ type }) => say(type)} />;
}
