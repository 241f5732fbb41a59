import type { Level } from '../../model/entities/receiver-health.ts';
import { type LevelBar as Bar, levelLegend } from '../../model/receivers/level-bars.ts';
import { CrossCircleIcon, WarningIcon } from '../controls/icons.tsx';
import styles from './level-bar.module.css';

const icons = { good: null, low: WarningIcon, bad: CrossCircleIcon } as const;

/** Marks a low level with a triangle and a bad one with a cross, to tell them apart without colour. */
export function LevelMark({ level }: { level: Level }) {
  const Icon = icons[level];
  return Icon === null ? null : (
    <span className={styles.mark}>
      <Icon size={12} />
    </span>
  );
}

/** Shows how full something is, with a notch at each limit. The number beside it says the same. */
export function LevelBar({ bar }: { bar: Bar }) {
  return (
    <span className={styles.bar} data-level={bar.level} aria-hidden>
      <span className={styles.filled} style={{ inlineSize: `${bar.filled}%` }} />
      {bar.limits.map((limit) => (
        <span key={limit} className={styles.limit} style={{ insetInlineStart: `${limit}%` }} />
      ))}
    </span>
  );
}

/** Explains the bars and marks of the list (FLEET-15). */
export function LevelLegend() {
  return (
    <ul className={styles.legend} aria-label="Bars of memory and voltage">
      {levelLegend.map(({ level, text }) => (
        <li key={level}>
          <span className={styles.sample}>
            <LevelBar bar={{ level, filled: 100, limits: [] }} />
          </span>
          <LevelMark level={level} />
          {text}
        </li>
      ))}
    </ul>
  );
}
