import { useSelector } from '@xstate/react';
import { useEffect, useId } from 'react';
import { type CarouselRef, selectSlide } from '../../machines/home/carousel-machine.ts';
import { type Answers, type FiguresRef, selectCarousel, selectQuestion } from '../../machines/home/figures-machine.ts';
import type { Chart } from '../../model/charts/chart.ts';
import { antennasChart, receiversChart } from '../../model/charts/contact-charts.ts';
import { receiverLooks } from '../../model/journal/read-models/fleet-selectors.ts';
import type { ReceiverLooks } from '../../model/live/group-looks.ts';
import { StatisticChart } from '../charts/statistic-chart.tsx';
import { useReducedMotion } from '../charts/use-reduced-motion.ts';
import { Button } from '../controls/button.tsx';
import { FailedNotice } from '../controls/failed-notice.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import { useAnswer } from '../session/use-answer.ts';
import styles from './chart-carousel.module.css';

type Slide = { question: 'perReceiver' | 'perAntenna'; chartOf: (answer: unknown, looks: ReceiverLooks) => Chart };

/** Ties a chart to the question whose answer it draws. */
function slideOf<Q extends Slide['question']>(question: Q, chartOf: (answer: Answers[Q], looks: ReceiverLooks) => Chart): Slide {
  return { question, chartOf: chartOf as Slide['chartOf'] };
}

const slides: readonly [Slide, Slide] = [slideOf('perReceiver', receiversChart), slideOf('perAntenna', antennasChart)];

type Props = { figures: FiguresRef; onReload: () => void };

/** NAV-23: the charts of Home, one at a time. */
export function ChartCarousel({ figures, onReload }: Props) {
  const carousel = useSelector(figures, selectCarousel);
  if (carousel === undefined) return <FailedNotice level={2} onRetry={onReload} />;
  return <Carousel figures={figures} carousel={carousel} onReload={onReload} />;
}

function Carousel({ figures, carousel, onReload }: Props & { carousel: CarouselRef }) {
  const at = useSelector(carousel, selectSlide);
  const turns = useSelector(carousel, (snapshot) => snapshot.matches('playing'));
  const isStill = useReducedMotion();
  const shown = useId();
  const slide = slides[at] ?? slides[0];
  useEffect(() => carousel.send({ type: 'hold.changed', by: 'motion', isHeld: isStill }), [carousel, isStill]);
  const hold = (by: 'focus' | 'pointer', isHeld: boolean) => carousel.send({ type: 'hold.changed', by, isHeld });
  return (
    <section
      className={styles.carousel}
      aria-label="Charts"
      aria-roledescription="carousel"
      onPointerEnter={() => hold('pointer', true)}
      onPointerLeave={() => hold('pointer', false)}
      onFocus={() => hold('focus', true)}
      onBlur={({ currentTarget, relatedTarget }) => hold('focus', currentTarget.contains(relatedTarget as Node | null))}
    >
      <div id={shown} role="group" aria-roledescription="slide" aria-label={`${at + 1} of ${slides.length}`}>
        <SlideChart key={slide.question} figures={figures} slide={slide} onReload={onReload} />
      </div>
      <div className={styles.controls} data-turns={turns}>
        <Button onPress={() => carousel.send({ type: 'carousel.back' })}>Back</Button>
        <span className={styles.place}>{`${at + 1} of ${slides.length}`}</span>
        <Button onPress={() => carousel.send({ type: 'carousel.next' })}>Next</Button>
      </div>
    </section>
  );
}

function SlideChart({ figures, slide, onReload }: Props & { slide: Slide }) {
  const asked = useAnswer(useSelector(figures, (snapshot) => selectQuestion(snapshot, slide.question)));
  const looks = useReadModel(({ fleet }) => receiverLooks(fleet));
  const chart = asked.answer === null ? null : slide.chartOf(asked.answer, looks);
  return <StatisticChart chart={chart} asked={asked} onReload={onReload} />;
}
