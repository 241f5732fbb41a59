import { useSelector } from '@xstate/react';
import { type FiguresRef, selectQuestion } from '../../machines/home/figures-machine.ts';
import { pastHourText, sparkPath } from '../../model/home/past-hour.ts';
import { useAnswer } from '../session/use-answer.ts';
import styles from './past-hour.module.css';

const box = { width: 200, height: 32 };

/** Shows below the gauge what was heard in the past hour (NAV-32); the page keeps its place free. */
export function PastHour({ figures }: { figures: FiguresRef }) {
  const { answer } = useAnswer(useSelector(figures, (snapshot) => selectQuestion(snapshot, 'pastHour')));
  if (answer === null || answer.counts.length === 0) return null;
  return (
    <figure className={styles.spark}>
      <svg
        viewBox={`0 -2 ${box.width} ${box.height + 4}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={pastHourText(answer)}
      >
        <path d={`${sparkPath(answer, box)}V${box.height}H0Z`} className={styles.sparkArea} />
        <path d={sparkPath(answer, box)} className={styles.sparkLine} />
      </svg>
      <figcaption className="quiet small">past hour, peak {Math.max(0, ...answer.counts)}</figcaption>
    </figure>
  );
}
