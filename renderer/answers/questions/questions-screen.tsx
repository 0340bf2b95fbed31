import { ScreenLayout } from '../../ui/screen.tsx'
import { SetsPanel } from '../question-sets/sets-panel.tsx'
import { Answers } from './answers.tsx'
import { AskForm } from './ask-form.tsx'
import { TemplatesPanel } from './templates-panel.tsx'

/** Asking at the top, answers below. */
export const QuestionsScreen = () => (
  <ScreenLayout
    title="Questions"
    tools={
      <>
        <SetsPanel />
        <TemplatesPanel />
      </>
    }
  >
    <AskForm />
    <Answers />
  </ScreenLayout>
)
