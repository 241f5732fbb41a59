import { useSelector } from '@xstate/react';
import { useEffect, useId, useMemo, useState } from 'react';
import { type CarouselRef, selectSlide } from '../../machines/home/carousel-machine.ts';
import {
  type AggregateAsked,
  type Answers,
  type FiguresRef,
  selectCarousel,
  selectQuestion,
} from '../../machines/home/figures-machine.ts';
import { antennasChart, perAntennaTitle, perReceiverTitle, receiversChart } from '../../model/charts/contact-charts.ts';
import { aggregateChart } from '../../model/statistics/statistics-charts.ts';
import { receiverLooks } from '../../model/journal/read-models/fleet-selectors.ts';
import { aggregateTitle, usualAggregate } from '../../model/statistics/aggregate-filter.ts';
import { siteColourMap } from '../../model/statistics/fleet-looks.ts';
import { StatisticChart } from '../charts/statistic-chart.tsx';
import { useReducedMotion } from '../charts/use-reduced-motion.ts';
import { Button } from '../controls/button.tsx';
import { useMedia } from '../controls/use-media.ts';
import { FailedNotice } from '../controls/failed-notice.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import { useAnswer } from '../session/use-answer.ts';
import { AggregateDialog } from './aggregate-dialog.tsx';
import styles from './chart-carousel.module.css';

const slides = [PerReceiver, PerAntenna, Aggregate] as const;

type Props = { figures: FiguresRef; onReload: () => void };

/** From this width on, all charts are side by side (NAV-23). */
const wide = '(width >= 1600px)';

/** Shows Home's charts (NAV-23), side by side if there is room, else one at a time. */
export function ChartCarousel({ figures, onReload }: Props) {
  const carousel = useSelector(figures, selectCarousel);
  if (carousel === undefined) return <FailedNotice level={2} onRetry={onReload} />;
  return <Carousel figures={figures} carousel={carousel} onReload={onReload} />;
}

function Carousel({ figures, carousel, onReload }: Props & { carousel: CarouselRef }) {
  const at = useSelector(carousel, selectSlide);
  const turns = useSelector(carousel, (snapshot) => snapshot.matches('playing'));
  const isStill = useReducedMotion();
  const isWide = useMedia(wide);
  const shown = useId();
  const Slide = slides[at] ?? PerReceiver;
  useEffect(() => carousel.send({ type: 'hold.changed', by: 'motion', isHeld: isStill }), [carousel, isStill]);
  useEffect(() => carousel.send({ type: 'hold.changed', by: 'room', isHeld: isWide }), [carousel, isWide]);
  const hold = (by: 'focus' | 'pointer' | 'dialog', isHeld: boolean) => carousel.send({ type: 'hold.changed', by, isHeld });
  if (isWide)
    return (
      <section className={styles.beside} aria-label="Charts">
        {slides.map((Each, at) => (
          <div key={at} className={styles.card}>
            <Each figures={figures} onReload={onReload} onDialog={(isOpen) => hold('dialog', isOpen)} />
          </div>
        ))}
      </section>
    );
  return (
    <section
      className={styles.card}
      aria-label="Charts"
      aria-roledescription="carousel"
      onPointerEnter={() => hold('pointer', true)}
      onPointerLeave={() => hold('pointer', false)}
      onFocus={() => hold('focus', true)}
      onBlur={({ currentTarget, relatedTarget }) => hold('focus', currentTarget.contains(relatedTarget as Node | null))}
    >
      <div id={shown} role="group" aria-roledescription="slide" aria-label={`${at + 1} of ${slides.length}`}>
        <Slide key={at} figures={figures} onReload={onReload} onDialog={(isOpen) => hold('dialog', isOpen)} />
      </div>
      <div className="row middle gap-12" data-turns={turns}>
        <Button onPress={() => carousel.send({ type: 'carousel.back' })}>Back</Button>
        <span className="quiet digits">{`${at + 1} of ${slides.length}`}</span>
        <Button onPress={() => carousel.send({ type: 'carousel.next' })}>Next</Button>
      </div>
    </section>
  );
}

function useFigure<Q extends keyof Answers>(figures: FiguresRef, of: Q) {
  return useAnswer(useSelector(figures, (snapshot) => selectQuestion(snapshot, of)));
}

function PerReceiver({ figures, onReload }: Props) {
  const asked = useFigure(figures, 'perReceiver');
  const looks = useReadModel(({ fleet }) => receiverLooks(fleet));
  return (
    <StatisticChart
      title={perReceiverTitle}
      chart={asked.answer && receiversChart(asked.answer, looks)}
      asked={asked}
      onReload={onReload}
    />
  );
}

function PerAntenna({ figures, onReload }: Props) {
  const asked = useFigure(figures, 'perAntenna');
  const looks = useReadModel(({ fleet }) => receiverLooks(fleet));
  return (
    <StatisticChart
      title={perAntennaTitle}
      chart={asked.answer && antennasChart(asked.answer, looks)}
      asked={asked}
      onReload={onReload}
    />
  );
}

/** Charts the aggregated contacts, which the person chooses in a dialog (STAT-10). */
function Aggregate({ figures, onReload, onDialog }: Props & { onDialog: (isOpen: boolean) => void }) {
  const asked = useFigure(figures, 'aggregate');
  const question = useSelector(figures, (snapshot) => selectQuestion(snapshot, 'aggregate'));
  const request = useSelector(question, (snapshot) => (snapshot?.context.request ?? null) as AggregateAsked | null);
  const filter = request?.filter ?? usualAggregate;
  const looks = useReadModel(({ fleet }) => siteColourMap(fleet));
  const [isOpen, setIsOpen] = useState(false);
  // Stop the slides while the dialog is open: a new slide would lose what is typed there.
  const setOpen = (next: boolean): void => {
    setIsOpen(next);
    onDialog(next);
  };
  const { answer } = asked;
  const chart = useMemo(
    () => answer && aggregateChart(answer, { looks, colorBy: 'receiver' }, aggregateTitle(filter)),
    [answer, looks, filter],
  );
  return (
    <>
      <StatisticChart
        title={aggregateTitle(filter)}
        chart={chart}
        asked={asked}
        tools={<Button onPress={() => setOpen(true)}>Filter</Button>}
        onReload={onReload}
      />
      {isOpen ? (
        <AggregateDialog
          filter={filter}
          onSubmit={(next) => {
            setOpen(false);
            if (request !== null) question?.send({ type: 'question.asked', request: { ...request, filter: next } });
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
