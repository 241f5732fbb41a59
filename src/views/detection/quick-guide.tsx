import { useSelector } from '@xstate/react';
import { useId } from 'react';
import type { DetectionConfigRef } from '../../machines/detection-config/detection-config-machine.ts';
import { Button } from '../controls/button.tsx';
import styles from './detection.module.css';

/** How to go about it, in three steps; this browser remembers whether it is folded (DET-11). */
export function QuickGuide({ actor }: { actor: DetectionConfigRef }) {
  const isOpen = useSelector(actor, ({ context }) => context.isGuideOpen);
  const id = useId();
  return (
    <section className={styles.guide} aria-label="Quick Guide">
      <header className={styles.guideHeader}>
        <h2 className={styles.title}>Quick Guide</h2>
        <Button rank="quiet" aria-expanded={isOpen} aria-controls={id} onPress={() => actor.send({ type: 'guide.toggle' })}>
          {isOpen ? 'Hide' : 'Show'}
        </Button>
      </header>
      <ol id={id} className={styles.steps} hidden={!isOpen}>
        <li>Start from a preset: Strict leaves out most false detections, Permissive keeps weak and irregular signals.</li>
        <li>Adjust individual parameters and preview the effect on the last 7 days.</li>
        <li>Save. New contacts follow the new configuration; reprocess the data to apply it to older ones.</li>
      </ol>
    </section>
  );
}
