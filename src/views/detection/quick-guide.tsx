import { type ReactNode, useId } from 'react';
import { Button } from '../controls/button.tsx';
import styles from './detection.module.css';

type Props = { isOpen: boolean; onToggle: () => void; steps: readonly ReactNode[] };

/** Lists the steps to follow; this browser remembers whether the list is folded (DET-11). */
export function QuickGuide({ isOpen, onToggle, steps }: Props) {
  const id = useId();
  return (
    <section className={styles.guide} aria-label="Quick Guide">
      <header className={styles.guideHeader}>
        <h2 className="heading">Quick Guide</h2>
        <Button rank="quiet" aria-expanded={isOpen} aria-controls={id} onPress={onToggle}>
          {isOpen ? 'Hide' : 'Show'}
        </Button>
      </header>
      <ol id={id} className={styles.steps} hidden={!isOpen}>
        {steps.map((step, at) => (
          <li key={at}>{step}</li>
        ))}
      </ol>
    </section>
  );
}
