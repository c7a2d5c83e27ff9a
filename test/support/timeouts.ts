/**
 * For hooks and tests that build or compile: ten times what the slowest of them takes on two busy cores. A slow machine
 * then takes long, and does not fail.
 */
export const BUILD_TIMEOUT = 300_000
