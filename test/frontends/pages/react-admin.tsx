import { createRoot } from 'react-dom/client'
import {
  Admin,
  DataTable,
  List,
  ReferenceField,
  ReferenceManyField,
  Resource,
  SelectInput,
  Show,
  SimpleShowLayout,
  TextField,
  TextInput,
  NumberInput,
} from 'react-admin'
import { reactAdminDataProvider } from 'drizzle-paginate/front-ends'

const choices = ['draft', 'published', 'archived'].map((id) => ({ id, name: id }))
const filters = [
  <TextInput key="q" source="q" label="Search" alwaysOn />,
  <SelectInput key="status" source="status" choices={choices} alwaysOn />,
  <NumberInput key="views" source="views$gte" label="Views from" alwaysOn />,
]

const Articles = () => (
  <List filters={filters} perPage={10}>
    <DataTable>
      <DataTable.Col source="id" />
      <DataTable.Col source="title" />
      <DataTable.Col source="author.name" />
      <DataTable.Col source="status" disableSort />
      <DataTable.NumberCol source="views" />
    </DataTable>
  </List>
)

const Article = () => (
  <Show>
    <SimpleShowLayout>
      <TextField source="title" />
      <ReferenceField source="id" reference="uncounted" link={false}>
        <TextField source="title" />
      </ReferenceField>
      <ReferenceManyField reference="articles" target="status" source="status" perPage={3}>
        <DataTable bulkActionButtons={false}>
          <DataTable.Col source="title" />
        </DataTable>
      </ReferenceManyField>
    </SimpleShowLayout>
  </Show>
)

const App = () => (
  <Admin dataProvider={reactAdminDataProvider('/api') as never} disableTelemetry>
    <Resource name="articles" list={Articles} show={Article} />
    <Resource name="uncounted" list={Articles} options={{ label: 'Without a total' }} />
  </Admin>
)

createRoot(document.getElementById('root')!).render(<App />)
