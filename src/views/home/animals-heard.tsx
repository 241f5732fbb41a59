import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import { type FiguresRef, selectQuestion } from '../../machines/home/figures-machine.ts';
import { animalsHeardText } from '../../model/home/animals-heard.ts';
import { screenUrl } from '../../model/navigation/addresses.ts';
import { useSession } from '../session/session-actors.tsx';
import { useAnswer } from '../session/use-answer.ts';
import styles from './home.module.css';

/**
 * Shows how many animals were heard today (NAV-37), with a link to the tags, sorted by last contact, newest
 * first.
 */
export function AnimalsHeardToday({ figures }: { figures: FiguresRef }) {
  const { answer } = useAnswer(useSelector(figures, (snapshot) => selectQuestion(snapshot, 'animals')));
  const mitasId = useSelector(useSession().session, (snapshot) => snapshot.context.mitasId);
  const text = answer && animalsHeardText(answer);
  if (text === null) return null;
  return (
    <>
      {'Animals '}
      <Link className={styles.link} href={`${screenUrl(mitasId, 'animals/tags')}?sort=-lastContacted`}>
        {text}
      </Link>
    </>
  );
}
