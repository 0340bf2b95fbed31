import { readProfile } from '../../../shared/checks/requirement-profile-file.ts'
import type { RequirementProfile } from '../../../shared/checks/requirement-profiles.ts'
import amazonMain from './profiles/amazon-main.json' with { type: 'json' }
import amazonOther from './profiles/amazon-other.json' with { type: 'json' }
import ebay from './profiles/ebay.json' with { type: 'json' }
import google from './profiles/google-merchant-center.json' with { type: 'json' }
import shopify from './profiles/shopify.json' with { type: 'json' }
import zalando from './profiles/zalando.json' with { type: 'json' }

let read: readonly RequirementProfile[] | undefined

/** The profiles that come with Packshot; read when they are needed first. */
export const builtInProfiles = (): readonly RequirementProfile[] => {
  read ??= [amazonMain, amazonOther, google, ebay, shopify, zalando].map(readProfile)
  return read
}
