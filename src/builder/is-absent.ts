// Builder and calls: members of shapes, selections, summaries and facets that are not there.

/** So that a member may be written as `isAdmin && column`. */
export const isAbsent = (member: unknown): member is false | undefined => member === undefined || member === false
