import { useMemo, useState } from 'react';
import type { QuestionRef } from '../../machines/question/question-machine.ts';
import { type HourlyContacts, hourlyChart } from '../../model/charts/hourly-chart.ts';
import { StatisticChart } from '../charts/statistic-chart.tsx';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { useAnswer } from '../session/use-answer.ts';
import { useReceiversScreen } from './receivers-screen.tsx';

type Props = {
  hearing: QuestionRef<HourlyContacts>;
  /** Loads this many past hours. */
  onAsk: (hours: number) => void;
  onReload: () => void;
};

const [day, week] = [24, 168];

/** Charts what a receiver hears: contacts per hour by frequency and code (FLEET-16). */
export default function HearingCard({ hearing, onAsk, onReload }: Props) {
  const { times } = useReceiversScreen();
  const asked = useAnswer(hearing);
  const [hours, setHours] = useState(day);
  const chart = useMemo(() => (asked.answer === null ? null : hourlyChart(asked.answer, times)), [asked.answer, times]);
  const other = hours === day ? week : day;
  return (
    <Card label="What it hears">
      <StatisticChart
        title="What it hears"
        chart={chart}
        asked={asked}
        onReload={onReload}
        tools={
          <Button
            onPress={() => {
              setHours(other);
              onAsk(other);
            }}
          >
            {other === week ? 'Past 7 days' : 'Past 24 hours'}
          </Button>
        }
      />
    </Card>
  );
}
