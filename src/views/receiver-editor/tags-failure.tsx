import { Button } from '../controls/button.tsx';
import type { ShownAnswer } from '../session/use-answer.ts';
import styles from './receiver-editor.module.css';

/** Says that the transmitters did not load, so their ticks and buttons are missing. */
export function TagsFailure({ asked: { isFailed, again } }: { asked: ShownAnswer<unknown> }) {
  if (!isFailed) return null;
  return (
    <p className={styles.note} role="alert">
      Could not load the transmitters of this system <Button onPress={again}>Retry</Button>
    </p>
  );
}
