import { gaugeCap } from '../../model/live/gauge.ts';
import styles from './contact-gauge.module.css';

const radius = 80;
const arc = Math.PI * radius;

/**
 * Contacts per minute as a half circle (LIVE-11: capped at 1000, '1000+'); `text` is what the gauge reads,
 * `needle` 0 to the cap.
 */
export function ContactGauge(props: { needle: number; text: string; failed?: string }) {
  const part = Math.min(1, props.needle / gaugeCap);
  if (props.failed !== undefined) {
    return (
      <p className={styles.failed} role="alert">
        {props.failed}
      </p>
    );
  }
  return (
    <figure className={styles.gauge}>
      <svg viewBox="0 0 200 112" role="img" aria-label={`${props.text} contacts per minute, on a scale to ${gaugeCap}`}>
        <path d="M20 100 A80 80 0 0 1 180 100" className={styles.track} />
        <path d="M20 100 A80 80 0 0 1 180 100" className={styles.value} strokeDasharray={`${part * arc} ${arc}`} />
        <text x="100" y="92" className={styles.number}>
          {props.text}
        </text>
        <text x="20" y="111" className={styles.end}>
          0
        </text>
        <text x="180" y="111" className={styles.end}>
          {gaugeCap}+
        </text>
      </svg>
      <figcaption className={styles.caption}>contacts / minute</figcaption>
    </figure>
  );
}
